"""Half a system under test that computes nothing, for programs that tests write."""

SILENT = """
from ringassay.sut.kit import Client, Hello, Server, serve

class Silent(Server):
    def load_key(self, key):
        pass
    def ingest(self, circuit):
        pass
    def evaluate(self, ciphertexts):
        return [b"x"]
"""
