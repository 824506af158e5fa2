"""Roberts cross on an image of 64 × 64 (Roberts 1963; a kernel of Porcupine, Cowan 2021)."""

import numpy as np

from ringassay.trace import computation

SIDE = 64


@computation(length=SIDE * SIDE, modulus=65537)
def roberts_cross(image):
    """The squared gradient; the image continues at the opposite edge."""
    right, below = np.roll(image, -1), np.roll(image, -SIDE)
    diagonal = np.roll(image, -SIDE - 1)
    return (image - diagonal) ** 2 + (right - below) ** 2
