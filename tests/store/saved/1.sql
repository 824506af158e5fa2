BEGIN TRANSACTION;
CREATE TABLE baselines (
	run VARCHAR(64) NOT NULL, 
	circuit VARCHAR(64) NOT NULL, 
	input INTEGER NOT NULL, 
	expected TEXT NOT NULL, 
	baseline_ns BIGINT NOT NULL, 
	samples INTEGER NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_baselines PRIMARY KEY (run, circuit, input), 
	CONSTRAINT fk_baselines_run FOREIGN KEY(run, circuit) REFERENCES run_circuits (run, circuit)
);
INSERT INTO "baselines" VALUES('20261129-023736-9be51d','dba5d46a77bfd23c',0,'00001',193,7,'850628e1175b157c79c08f0b0d79fff413fb353ba2764f6da57edb6045f9aa4f');
INSERT INTO "baselines" VALUES('20261129-023736-9be51d','dba5d46a77bfd23c',1,'00011',193,7,'48304e9880e2be54ed4825b7aa3601a1b1be8384654d7b1cdd352c7fb96aaaed');
INSERT INTO "baselines" VALUES('20261129-023736-9be51d','b2125e5081da2d77',0,'00010',193,7,'822e3ef1cfdbd3d490667083a087d5b2eec4c23267f5aae2a3c24e92bbfd700d');
INSERT INTO "baselines" VALUES('20261129-023736-9be51d','b2125e5081da2d77',1,'11110',193,7,'fd87481d31ae8e18a7a9696c79c7bb4e9525e9c3756b724e4232c50f81e5613b');
INSERT INTO "baselines" VALUES('20261129-023736-9be51d','3983eec9baa8e24d',0,'[2,16,1,9]',393,7,'b652661903d337e89e5c96d8067f148c3028153171c93a52dc777f82d08910f9');
INSERT INTO "baselines" VALUES('20261129-023736-9be51d','3983eec9baa8e24d',1,'[1,13,4,1]',363,7,'5e7057ee86eb74dc6810516396d4b25b278c5c1f1c17e4e3f28eff5502efb912');
CREATE TABLE benchmark_rows (
	benchmark VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	library TEXT NOT NULL, 
	library_version TEXT NOT NULL, 
	operation TEXT NOT NULL, 
	basis TEXT NOT NULL, 
	m BIGINT NOT NULL, 
	m_big BIGINT, 
	n BIGINT NOT NULL, 
	limbs INTEGER NOT NULL, 
	modulus_bits INTEGER NOT NULL, 
	backend VARCHAR(16) NOT NULL, 
	threads INTEGER NOT NULL, 
	clock VARCHAR(16) NOT NULL, 
	median_ns DOUBLE NOT NULL, 
	p25_ns DOUBLE NOT NULL, 
	p75_ns DOUBLE NOT NULL, 
	min_ns DOUBLE NOT NULL, 
	samples INTEGER NOT NULL, 
	parameter_set VARCHAR(64), 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_benchmark_rows PRIMARY KEY (benchmark, position), 
	CONSTRAINT fk_benchmark_rows_benchmark FOREIGN KEY(benchmark) REFERENCES benchmarks (benchmark)
);
INSERT INTO "benchmark_rows" VALUES('ring-20261129-023736-5abd62',0,'ringassay','1','crt','powerful',1728,NULL,576,1,49,'portable',1,'cpu',1000.0,990.0,1020.0,980.0,25,NULL,'8c970371109a6e1a955e3705f6913e1fb482c6cfd16ab31f9ca44887dace7560');
CREATE TABLE benchmarks (
	benchmark VARCHAR(64) NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	settings TEXT NOT NULL, 
	started_at TEXT NOT NULL, 
	finished_at TEXT NOT NULL, 
	version TEXT NOT NULL, 
	machine VARCHAR(64) NOT NULL, 
	load_at_start DOUBLE NOT NULL, 
	circumstances TEXT, 
	peers TEXT, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_benchmarks PRIMARY KEY (benchmark), 
	CONSTRAINT fk_benchmarks_machine FOREIGN KEY(machine) REFERENCES machines (machine)
);
INSERT INTO "benchmarks" VALUES('ring-20261129-023736-5abd62','ring','{}','2026-01-01T00:00:00.000+00:00','2026-01-01T00:01:00.000+00:00','1','e6314c992e6365e1',0.5,NULL,NULL,'9af18efe00eaf53fa2dbc79f0f281e9b35527308597a99db7588c30a650668db');
CREATE TABLE calibrations (
	calibration VARCHAR(64) NOT NULL, 
	machine VARCHAR(64) NOT NULL, 
	measured_at TEXT NOT NULL, 
	version TEXT NOT NULL, 
	backend VARCHAR(16) NOT NULL, 
	cells INTEGER NOT NULL, 
	rounds INTEGER NOT NULL, 
	seconds DOUBLE NOT NULL, 
	spread DOUBLE NOT NULL, 
	document TEXT NOT NULL, 
	circumstances TEXT, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_calibrations PRIMARY KEY (calibration), 
	CONSTRAINT fk_calibrations_machine FOREIGN KEY(machine) REFERENCES machines (machine)
);
CREATE TABLE circuits (
	circuit VARCHAR(64) NOT NULL, 
	content_hash VARCHAR(64) NOT NULL, 
	recipe TEXT NOT NULL, 
	dialect TEXT NOT NULL, 
	family TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	gate TEXT, 
	space TEXT NOT NULL, 
	modulus BIGINT, 
	batch INTEGER NOT NULL, 
	depth DOUBLE NOT NULL, 
	requested_depth DOUBLE, 
	width INTEGER NOT NULL, 
	levels INTEGER NOT NULL, 
	gates BIGINT NOT NULL, 
	multiplicative_depth INTEGER NOT NULL, 
	circuit_bytes BIGINT NOT NULL, 
	"n_LADD" BIGINT NOT NULL, 
	"n_LADDconst" BIGINT NOT NULL, 
	"n_LMUL" BIGINT NOT NULL, 
	"n_LMULconst" BIGINT NOT NULL, 
	"n_LROTATE" BIGINT NOT NULL, 
	"n_LSELECT" BIGINT NOT NULL, 
	"n_LSUB" BIGINT NOT NULL, 
	"n_LNEG" BIGINT NOT NULL, 
	"n_AND" BIGINT NOT NULL, 
	"n_OR" BIGINT NOT NULL, 
	"n_XOR" BIGINT NOT NULL, 
	"n_LPOLY" BIGINT NOT NULL, 
	"n_LCONJ" BIGINT NOT NULL, 
	outputs INTEGER NOT NULL, 
	bound DOUBLE, 
	magnitude DOUBLE, 
	magnitudes TEXT, 
	text_zlib BLOB NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_circuits PRIMARY KEY (circuit)
);
INSERT INTO "circuits" VALUES('dba5d46a77bfd23c','e5b6b8980054fa37dbcb6f48a1c2e93bdd7fb443967a05fcc0115f1b00e98996','{"family":"bits","generate":{"avoid_constant":false,"batch":5,"depth":"2","kind":"mixed","ones":512,"seed":8808985770034031506,"space":"gf2","width":3},"index":0}','simd','bits','mixed',NULL,'gf2',NULL,5,0.5,2.0,3,2,6,1,134,2,0,1,2,0,1,0,0,0,0,0,0,0,1,NULL,NULL,NULL,X'789C0BB735D671B135D033D5F1B135E57237B6F2F10DF549CECF2B2ED10837D289363030303488D5E47237B1F2717471D10837D0093700724DC1EA405C776320D70C2A6B089135B7F20976F571750E012B30051A63680831C602C37CA04CAC26009E3320F3','0a55d4571d6c1fddc3262f8a47118797d44e1efc813fa091bfb894ee845b298d');
INSERT INTO "circuits" VALUES('b2125e5081da2d77','ad33918d380335dd42899fd9c68d661f0856f4d38921272972559329b7008332','{"family":"bits","generate":{"avoid_constant":false,"batch":5,"depth":"2","kind":"mixed","ones":512,"seed":2555270638603033805,"space":"gf2","width":3},"index":1}','simd','bits','mixed',NULL,'gf2',NULL,5,1.2,2.0,3,2,6,1,128,1,0,1,1,2,1,0,0,0,0,0,0,0,1,NULL,NULL,NULL,X'789C0BB735D671B135D433D2F1B135E57237B6F209F20F710C71D50837D431D2E47237B1F2F10DF549CECF2B2ED10837D089363034343088054A985AF904BBFAB83A8768841BE9B81BEB4403250C0D413266602D1AEE263AEE2640AE39C248231D43A08085958FA38B8B86BB29481E00E0301EC0','b185f783d82da144dd7f46c7909c6806c6828175f9d13d6d2fc76384f2635d93');
INSERT INTO "circuits" VALUES('3983eec9baa8e24d','0cc9dab2cb5e88d0b6769e6a380bf4fc2c1ef6b47c0f203cd971de655246b89b','{"family":"integers","generate":{"avoid_constant":false,"batch":4,"depth":"2","kind":"mixed","modulus":17,"ones":512,"seed":1496038541542204144,"space":"zt","width":3},"index":0}','simd','integers','mixed',NULL,'zt',17,4,1.0,2.0,3,2,6,1,108,1,0,4,0,0,0,1,0,0,0,0,0,0,1,NULL,NULL,NULL,X'789C0BB735D671B135D433D0F1B135D109B13534E77237B6F2090E75D20837D00937D4E47237B1F2F10DF5D10837D2093700724DAD7C1C5D5CC05C90AC1944D6DD5827DC08C83587724D208A2D107A8D34014A1718FD','ac0f14aabe10ebd9defeee4b30d7e3ca4fc0955eaec961725feabd7afee60e73');
CREATE TABLE evaluations (
	run VARCHAR(64) NOT NULL, 
	sut VARCHAR(64) NOT NULL, 
	circuit VARCHAR(64) NOT NULL, 
	input INTEGER NOT NULL, 
	repetition INTEGER NOT NULL, 
	"key" VARCHAR(64), 
	outcome VARCHAR(16) NOT NULL, 
	detail TEXT NOT NULL, 
	stage VARCHAR(16) NOT NULL, 
	matches BOOLEAN, 
	got TEXT, 
	output_hash VARCHAR(64), 
	wrong_slots INTEGER, 
	encrypt_wall_ns BIGINT, 
	encrypt_send_ns BIGINT, 
	encrypt_wait_ns BIGINT, 
	encrypt_receive_ns BIGINT, 
	encrypt_compute_ns BIGINT, 
	encrypt_cpu_ns BIGINT, 
	encrypt_peak_bytes BIGINT, 
	evaluate_wall_ns BIGINT, 
	evaluate_send_ns BIGINT, 
	evaluate_wait_ns BIGINT, 
	evaluate_receive_ns BIGINT, 
	evaluate_compute_ns BIGINT, 
	evaluate_cpu_ns BIGINT, 
	evaluate_peak_bytes BIGINT, 
	decrypt_wall_ns BIGINT, 
	decrypt_send_ns BIGINT, 
	decrypt_wait_ns BIGINT, 
	decrypt_receive_ns BIGINT, 
	decrypt_compute_ns BIGINT, 
	decrypt_cpu_ns BIGINT, 
	decrypt_peak_bytes BIGINT, 
	evaluate_compute_cpu_ns BIGINT, 
	evaluate_load_ns BIGINT, 
	evaluate_save_ns BIGINT, 
	fresh_bytes BIGINT, 
	evaluated_bytes BIGINT, 
	input_bytes BIGINT, 
	at TEXT NOT NULL, 
	load1 DOUBLE NOT NULL, 
	sequence BIGINT, 
	started_at TEXT, 
	idle_cpu_ns BIGINT, 
	steal_ns BIGINT, 
	precision_bits DOUBLE, 
	mean_precision_bits DOUBLE, 
	answer_zlib BLOB, 
	answer_bytes BIGINT, 
	answer_hash VARCHAR(64), 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_evaluations PRIMARY KEY (run, sut, circuit, input, repetition), 
	CONSTRAINT fk_evaluations_run FOREIGN KEY(run, sut) REFERENCES suts (run, sut), 
	CONSTRAINT fk_evaluations_run_circuit_input FOREIGN KEY(run, circuit, input) REFERENCES baselines (run, circuit, input), 
	CONSTRAINT fk_evaluations_key FOREIGN KEY("key") REFERENCES keys ("key")
);
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','3983eec9baa8e24d',0,0,'adb77450526ada2f','ok','{}','',1,NULL,'0b539af955a144caa012ef1df4cc7d2fa494a4fc8dc4b758c04d13a15f6e2d6b',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,39,'2026-11-29T02:37:36.431+00:00',23.8,0,'2026-11-29T02:37:36.431280+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'ab2e5c8c9239c7a8fc9b120f4fda03a956c69ce6ec268999148ead7db4e9c7a5');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','3983eec9baa8e24d',1,0,'adb77450526ada2f','ok','{}','',1,NULL,'47c38931b1c45dd1c927201ee5e80578eb6e93ab8b3ea8af22165946c5aa5794',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,36,'2026-11-29T02:37:36.450+00:00',23.8,1,'2026-11-29T02:37:36.450621+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'e4b07a75a59844f4b77d4fe29f386f11413c38d046b559696e880dc947146763');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','dba5d46a77bfd23c',0,0,'93e5dadff9fd0bd3','ok','{}','',1,NULL,'8566ee8cc961a20f2f00208063764cfc75082eff5b90f989b36e4da08f935e2a',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.484+00:00',23.8,2,'2026-11-29T02:37:36.484672+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'da2a6686913c28fcc18085e5ac02bafe95b833730380b2eacd586b46080bbb12');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','dba5d46a77bfd23c',1,0,'93e5dadff9fd0bd3','ok','{}','',1,NULL,'e961ba8ecc78e96392273dd9021ae3908f7148716455a4d5fa83739bb1476154',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.497+00:00',23.8,3,'2026-11-29T02:37:36.496975+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'8499f8bdfd687f92f601e97ab2226fc83d5a339ae7b5c4dbc1105b0405c46f0c');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','b2125e5081da2d77',0,0,'6e29f7ce57b6b953','ok','{}','',1,NULL,'c1d17b87a5a3905071d821268e78cd9f8b4741d3162de825054ef9d0543b5116',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.530+00:00',23.8,4,'2026-11-29T02:37:36.530586+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'375a0811885855cb9feb52df63c1b6152ce7b5c1305691eda7012068a71233a6');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','b2125e5081da2d77',1,0,'6e29f7ce57b6b953','ok','{}','',1,NULL,'81c7883d08afb46d4bc0d118dd96d30124701ef1c6e0e90e70a6b37f9383f951',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.538+00:00',23.8,5,'2026-11-29T02:37:36.538485+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'2779381ae245209545ed0ab33bcf66f93c67b067cd56ebb1c4ebf351814cbe9f');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','3983eec9baa8e24d',0,1,'adb77450526ada2f','ok','{}','',1,NULL,'0b539af955a144caa012ef1df4cc7d2fa494a4fc8dc4b758c04d13a15f6e2d6b',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,39,'2026-11-29T02:37:36.547+00:00',23.8,6,'2026-11-29T02:37:36.546998+00:00',0,0,NULL,NULL,NULL,NULL,NULL,'c3affa7a032d69b218db0ca76b7f159e00dbc1ca20f98f639b790725f3425db6');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','3983eec9baa8e24d',1,1,'adb77450526ada2f','ok','{}','',1,NULL,'47c38931b1c45dd1c927201ee5e80578eb6e93ab8b3ea8af22165946c5aa5794',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,36,'2026-11-29T02:37:36.560+00:00',23.8,7,'2026-11-29T02:37:36.560692+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'9f51256d3fe4b4be71735d212fcf47cb6d2bb5e8bd5304091f6c6f12f05c3ea9');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','b2125e5081da2d77',0,1,'6e29f7ce57b6b953','ok','{}','',1,NULL,'c1d17b87a5a3905071d821268e78cd9f8b4741d3162de825054ef9d0543b5116',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.579+00:00',23.8,8,'2026-11-29T02:37:36.578867+00:00',0,0,NULL,NULL,NULL,NULL,NULL,'0c789499b4f8614892b70337aafaf3a2e2b4478b1f16a68c2bb7a32e6c438a1f');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','b2125e5081da2d77',1,1,'6e29f7ce57b6b953','ok','{}','',1,NULL,'81c7883d08afb46d4bc0d118dd96d30124701ef1c6e0e90e70a6b37f9383f951',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.594+00:00',23.8,9,'2026-11-29T02:37:36.594521+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'8880aa0ecbfa7ed5d01ad131e0f9f3f5255dba8ed4127bd3cb9aa306c79ea586');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','dba5d46a77bfd23c',0,1,'93e5dadff9fd0bd3','ok','{}','',1,NULL,'8566ee8cc961a20f2f00208063764cfc75082eff5b90f989b36e4da08f935e2a',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.603+00:00',23.8,10,'2026-11-29T02:37:36.602904+00:00',0,0,NULL,NULL,NULL,NULL,NULL,'ee398e944a834a23eb1c12a9430840b797cbbc630ffa2754ac9e325806f7991a');
INSERT INTO "evaluations" VALUES('20261129-023736-9be51d','naive','dba5d46a77bfd23c',1,1,'93e5dadff9fd0bd3','ok','{}','',1,NULL,'e961ba8ecc78e96392273dd9021ae3908f7148716455a4d5fa83739bb1476154',0,100,10,80,10,42,70,1048576,100,10,80,10,NULL,60,2097152,100,10,80,10,NULL,70,1048576,NULL,NULL,NULL,5,5,19,'2026-11-29T02:37:36.606+00:00',23.8,11,'2026-11-29T02:37:36.606422+00:00',NULL,0,NULL,NULL,NULL,NULL,NULL,'a25392a58f8493d32508f61fcb628afca991b3b8a74f39eb42374a20fd827215');
CREATE TABLE exploration_chunks (
	exploration VARCHAR(64) NOT NULL, 
	chunk INTEGER NOT NULL, 
	columns BLOB NOT NULL, 
	size_bytes BIGINT NOT NULL, 
	content_hash VARCHAR(64) NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_exploration_chunks PRIMARY KEY (exploration, chunk), 
	CONSTRAINT fk_exploration_chunks_exploration FOREIGN KEY(exploration) REFERENCES explorations (exploration)
);
CREATE TABLE exploration_proofs (
	proof VARCHAR(64) NOT NULL, 
	exploration VARCHAR(64) NOT NULL, 
	executed_at TEXT NOT NULL, 
	version TEXT NOT NULL, 
	machine VARCHAR(64) NOT NULL, 
	document TEXT NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_exploration_proofs PRIMARY KEY (proof), 
	CONSTRAINT fk_exploration_proofs_exploration FOREIGN KEY(exploration) REFERENCES explorations (exploration), 
	CONSTRAINT fk_exploration_proofs_machine FOREIGN KEY(machine) REFERENCES machines (machine)
);
CREATE TABLE explorations (
	exploration VARCHAR(64) NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	title TEXT NOT NULL, 
	app_json TEXT NOT NULL, 
	app_hash VARCHAR(64) NOT NULL, 
	facts_json TEXT NOT NULL, 
	predictor TEXT, 
	points BIGINT NOT NULL, 
	chunks INTEGER NOT NULL, 
	chunk_points INTEGER NOT NULL, 
	started_at TEXT NOT NULL, 
	version TEXT NOT NULL, 
	machine VARCHAR(64) NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_explorations PRIMARY KEY (exploration), 
	CONSTRAINT fk_explorations_machine FOREIGN KEY(machine) REFERENCES machines (machine)
);
CREATE TABLE ingestions (
	run VARCHAR(64) NOT NULL, 
	sut VARCHAR(64) NOT NULL, 
	circuit VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	outcome VARCHAR(16) NOT NULL, 
	detail TEXT NOT NULL, 
	wall_ns BIGINT NOT NULL, 
	send_ns BIGINT NOT NULL, 
	wait_ns BIGINT NOT NULL, 
	receive_ns BIGINT NOT NULL, 
	key_send_ns BIGINT, 
	key_load_ns BIGINT, 
	compute_ns BIGINT, 
	server_cpu_ns BIGINT NOT NULL, 
	server_peak_bytes BIGINT NOT NULL, 
	circuit_bytes BIGINT NOT NULL, 
	notes TEXT, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_ingestions PRIMARY KEY (run, sut, circuit), 
	CONSTRAINT fk_ingestions_run FOREIGN KEY(run, sut) REFERENCES suts (run, sut), 
	CONSTRAINT fk_ingestions_run_circuit FOREIGN KEY(run, circuit) REFERENCES run_circuits (run, circuit), 
	CONSTRAINT fk_ingestions_key FOREIGN KEY("key") REFERENCES keys ("key")
);
INSERT INTO "ingestions" VALUES('20261129-023736-9be51d','naive','3983eec9baa8e24d','adb77450526ada2f','ok','{}',100,10,80,10,NULL,NULL,NULL,60,2097152,108,'["clear"]','5f7446ee2ad5efddb465e291720e3a336277667afd76806b7857818567f10534');
INSERT INTO "ingestions" VALUES('20261129-023736-9be51d','naive','dba5d46a77bfd23c','93e5dadff9fd0bd3','ok','{}',100,10,80,10,NULL,NULL,NULL,60,2097152,134,'["clear"]','0d39df1a87c369817852c1fdd71d7a90522d864cf759cfdd56e3a4d53bd44db6');
INSERT INTO "ingestions" VALUES('20261129-023736-9be51d','naive','b2125e5081da2d77','6e29f7ce57b6b953','ok','{}',100,10,80,10,NULL,NULL,NULL,60,2097152,128,'["clear"]','fea6e0925d23477ff900ec29a181622682bb1b5fc6ac18012a73519e79981dbd');
CREATE TABLE inputs (
	circuit VARCHAR(64) NOT NULL, 
	input INTEGER NOT NULL, 
	seed BIGINT NOT NULL, 
	ones INTEGER NOT NULL, 
	input_bytes BIGINT NOT NULL, 
	content_hash VARCHAR(64) NOT NULL, 
	text_zlib BLOB, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_inputs PRIMARY KEY (circuit, input), 
	CONSTRAINT fk_inputs_circuit FOREIGN KEY(circuit) REFERENCES circuits (circuit)
);
INSERT INTO "inputs" VALUES('dba5d46a77bfd23c',0,5758319660955382920,512,19,'a5fe5f3d18d1ebb475ffab46188b793616243463c0e7d94288a29b86c5aab2af',X'789C8B360002431D430320D401120686B10026F403E7','f13b2ad0acdc4bb2a4c13554b78f96015459294d5332c060ed23d9fea3489e1a');
INSERT INTO "inputs" VALUES('dba5d46a77bfd23c',1,7615641401804692066,512,19,'d6c08c287337804d7d131501f27e9d7d00bad8d921b28de617213a31c1e66ccf',X'789C8B3634303434D03104011D030320271600272903EB','e3248ce887e4d50790246a209c242d7e93066a712092155b085c0239a92c44f3');
INSERT INTO "inputs" VALUES('b2125e5081da2d77',0,2299248806596218847,512,19,'47b13aa34a68fd48ffe8fff12ef3eaedac7a91f318a387492dde2d2c6a6a121c',X'789C8B3630303434D4310452063A20B6412C00270A03E8','5883add5ce21425d2dd92814c40c6b3361fbe024d4896393e3f1db88ce4ede3b');
INSERT INTO "inputs" VALUES('b2125e5081da2d77',1,1360449733623410679,512,19,'fd7024979013af71f45e9264a69293274cf8eba49bde9bca293d23d7e262d78a',X'789C8B3630343430D03130303034D0310491B10026F403E6','35c33276a5677c7be74bc034c4bea039d2734ee32907583b6aae4f501cec1253');
INSERT INTO "inputs" VALUES('3983eec9baa8e24d',0,2034205549833174433,512,39,'87db52dffbb461014b3a6878ad5f6c1d8011194ed64ea4e4cf69d4543860d993',X'789C8B8E3634D53134D60112A6B13AD1C63A86663A86863A8646408E194802C836898D0500AE2B08B9','c0d5280d3c9ea347cfa64250064aaf3620f189e774f605e7056f7460b557f144');
INSERT INTO "inputs" VALUES('3983eec9baa8e24d',1,8204781157716042697,512,36,'e49c107c8313c9bcd6942a7cbf761c75404ee1d1f42765a690a05081bbbebf65',X'789C8B8E3634D031D13134D4B188D58936D33134D6B1D43104320DCD742C740C4D81EC580096D9082E','8e74186b42524b734e03b75641570030444f34fab067cea639fbf18add03c1c3');
CREATE TABLE keys (
	"key" VARCHAR(64) NOT NULL, 
	run VARCHAR(64) NOT NULL, 
	sut VARCHAR(64) NOT NULL, 
	params TEXT NOT NULL, 
	security INTEGER NOT NULL, 
	batch INTEGER, 
	depth DOUBLE, 
	outcome VARCHAR(16) NOT NULL, 
	detail TEXT NOT NULL, 
	wall_ns BIGINT NOT NULL, 
	send_ns BIGINT NOT NULL, 
	wait_ns BIGINT NOT NULL, 
	receive_ns BIGINT NOT NULL, 
	compute_ns BIGINT, 
	client_cpu_ns BIGINT NOT NULL, 
	client_peak_bytes BIGINT NOT NULL, 
	key_bytes BIGINT NOT NULL, 
	parameters TEXT, 
	n BIGINT, 
	m BIGINT, 
	log2_q DOUBLE, 
	log2_qp DOUBLE, 
	t BIGINT, 
	security_bits DOUBLE, 
	security_method TEXT, 
	secret TEXT, 
	error TEXT, 
	notes TEXT, 
	choose_ns BIGINT, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_keys PRIMARY KEY ("key"), 
	CONSTRAINT fk_keys_run FOREIGN KEY(run, sut) REFERENCES suts (run, sut)
);
INSERT INTO "keys" VALUES('adb77450526ada2f','20261129-023736-9be51d','naive','L=4,D=1.0,K=80,T=17',80,4,1.0,'ok','{}',100,10,80,10,NULL,70,1048576,999,'{"log2_q":109.5,"n":4096,"secret":"ternary","t":2}',4096,NULL,109.5,NULL,2,NULL,NULL,'ternary',NULL,NULL,NULL,'1e72fe15e50e6e2093b09af3cea70b6418b948a577bac1e0a8ca93e3259f4803');
INSERT INTO "keys" VALUES('93e5dadff9fd0bd3','20261129-023736-9be51d','naive','L=5,D=0.5,K=80',80,5,0.5,'ok','{}',100,10,80,10,NULL,70,1048576,999,'{"log2_q":109.5,"n":4096,"secret":"ternary","t":2}',4096,NULL,109.5,NULL,2,NULL,NULL,'ternary',NULL,NULL,NULL,'57a5fc0bbb5d71a00c8410e38ae03747710ee7a8204e8c53453651aa0c1eca26');
INSERT INTO "keys" VALUES('6e29f7ce57b6b953','20261129-023736-9be51d','naive','L=5,D=1.2,K=80',80,5,1.2,'ok','{}',100,10,80,10,NULL,70,1048576,999,'{"log2_q":109.5,"n":4096,"secret":"ternary","t":2}',4096,NULL,109.5,NULL,2,NULL,NULL,'ternary',NULL,NULL,NULL,'8c3aa91f20239557ef845a192992b5599d801fc14b02fc630b0663a277041e77');
CREATE TABLE machines (
	machine VARCHAR(64) NOT NULL, 
	cpu_model TEXT NOT NULL, 
	cpu_family INTEGER, 
	cpu_number INTEGER, 
	cpu_stepping INTEGER, 
	cores INTEGER NOT NULL, 
	simd TEXT NOT NULL, 
	memory_bytes BIGINT NOT NULL, 
	kernel TEXT NOT NULL, 
	os TEXT NOT NULL, 
	governor TEXT, 
	python TEXT NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_machines PRIMARY KEY (machine)
);
INSERT INTO "machines" VALUES('e6314c992e6365e1','any',6,207,2,2,'sse4_2 avx avx2 bmi2 avx512f avx512dq avx512ifma',25276510208,'any','any',NULL,'3.11.7','ef1fb64bbe0e5265177c413598243ba8589aee2b9f6b015f2d5b27e4d72686fb');
CREATE TABLE parameter_sets (
	benchmark VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	name VARCHAR(64) NOT NULL, 
	scheme VARCHAR(16) NOT NULL, 
	m BIGINT NOT NULL, 
	n BIGINT NOT NULL, 
	plaintext BIGINT NOT NULL, 
	slots BIGINT NOT NULL, 
	length BIGINT NOT NULL, 
	depth DOUBLE NOT NULL, 
	limbs INTEGER NOT NULL, 
	log2_q DOUBLE NOT NULL, 
	special_limbs INTEGER NOT NULL, 
	log2_p DOUBLE NOT NULL, 
	modulus_bits INTEGER NOT NULL, 
	digits INTEGER NOT NULL, 
	secret TEXT NOT NULL, 
	error TEXT NOT NULL, 
	security_bits DOUBLE NOT NULL, 
	security TEXT NOT NULL, 
	is_secure BOOLEAN NOT NULL, 
	helib_bits DOUBLE, 
	log2_failure DOUBLE NOT NULL, 
	rotation_hints INTEGER NOT NULL, 
	automorphisms INTEGER NOT NULL, 
	ciphertext_memory_bytes BIGINT NOT NULL, 
	ciphertext_saved_bytes BIGINT NOT NULL, 
	seeded_ciphertext_memory_bytes BIGINT NOT NULL, 
	seeded_ciphertext_saved_bytes BIGINT NOT NULL, 
	public_key_memory_bytes BIGINT NOT NULL, 
	public_key_saved_bytes BIGINT NOT NULL, 
	relinearisation_hint_memory_bytes BIGINT NOT NULL, 
	relinearisation_hint_saved_bytes BIGINT NOT NULL, 
	all_hints_memory_bytes BIGINT NOT NULL, 
	all_hints_saved_bytes BIGINT NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_parameter_sets PRIMARY KEY (benchmark, position), 
	CONSTRAINT uq_parameter_sets_benchmark UNIQUE (benchmark, name), 
	CONSTRAINT fk_parameter_sets_benchmark FOREIGN KEY(benchmark) REFERENCES benchmarks (benchmark)
);
CREATE TABLE probes (
	run VARCHAR(64) NOT NULL, 
	sut VARCHAR(64) NOT NULL, 
	"key" VARCHAR(64) NOT NULL, 
	probe VARCHAR(64) NOT NULL, 
	params TEXT NOT NULL, 
	circuit VARCHAR(64), 
	result VARCHAR(16) NOT NULL, 
	reason TEXT NOT NULL, 
	at TEXT NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_probes PRIMARY KEY (run, sut, "key", probe), 
	CONSTRAINT fk_probes_run FOREIGN KEY(run, sut) REFERENCES suts (run, sut)
);
CREATE TABLE ringassay_schema (
	version_num VARCHAR(32) NOT NULL, 
	PRIMARY KEY (version_num)
);
INSERT INTO "ringassay_schema" VALUES('1');
CREATE TABLE run_circuits (
	run VARCHAR(64) NOT NULL, 
	circuit VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	inputs INTEGER NOT NULL, 
	point TEXT NOT NULL, 
	own_params TEXT NOT NULL, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_run_circuits PRIMARY KEY (run, circuit), 
	CONSTRAINT uq_run_circuits_run UNIQUE (run, position), 
	CONSTRAINT fk_run_circuits_run FOREIGN KEY(run) REFERENCES runs (run), 
	CONSTRAINT fk_run_circuits_circuit FOREIGN KEY(circuit) REFERENCES circuits (circuit)
);
INSERT INTO "run_circuits" VALUES('20261129-023736-9be51d','dba5d46a77bfd23c',0,2,'{"batch":5,"depth":"2","width":3}','L=5,D=0.5,K=80','e4ed642b562e068ce051249ca49d4706c082cb62ab7929aa45eba80fd57740ed');
INSERT INTO "run_circuits" VALUES('20261129-023736-9be51d','b2125e5081da2d77',1,2,'{"batch":5,"depth":"2","width":3}','L=5,D=1.2,K=80','9aa191fbd29fd75d7f96a04d0907ab91bd742ce4dcd032806437f5a9ab78e450');
INSERT INTO "run_circuits" VALUES('20261129-023736-9be51d','3983eec9baa8e24d',2,2,'{"batch":4,"depth":"2","width":3}','L=4,D=1.0,K=80,T=17','b544b0354bcc91f8719f1192e0aa195eff5d628191b87c56ec99517e23786b17');
CREATE TABLE run_locks (
	run VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_run_locks PRIMARY KEY (run)
);
INSERT INTO "run_locks" VALUES('20261129-023736-9be51d');
CREATE TABLE runs (
	run VARCHAR(64) NOT NULL, 
	suite TEXT NOT NULL, 
	suite_hash VARCHAR(64) NOT NULL, 
	suite_json TEXT NOT NULL, 
	seed BIGINT NOT NULL, 
	security INTEGER NOT NULL, 
	started_at TEXT NOT NULL, 
	finished_at TEXT, 
	state VARCHAR(16) NOT NULL, 
	resumed INTEGER NOT NULL, 
	jobs INTEGER NOT NULL, 
	version TEXT NOT NULL, 
	machine VARCHAR(64) NOT NULL, 
	load_at_start DOUBLE NOT NULL, 
	label TEXT, 
	counts TEXT, 
	circumstances TEXT, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_runs PRIMARY KEY (run), 
	CONSTRAINT fk_runs_machine FOREIGN KEY(machine) REFERENCES machines (machine)
);
INSERT INTO "runs" VALUES('20261129-023736-9be51d','small','778f221bb12d9d40cc65ecf0ee9aa188cedfb4d4e7cea83ab2decc62d6a9bb83','{"bounds":{},"depths":{},"family":[{"avoid_constant":false,"batch":[5],"circuits":2,"depth":["2"],"inputs":2,"kind":"mixed","name":"bits","ones":512,"space":"gf2","width":[3]},{"avoid_constant":false,"batch":[4],"circuits":1,"depth":["2"],"inputs":2,"kind":"mixed","modulus":17,"name":"integers","ones":512,"space":"zt","width":[3]}],"key_sharing":"circuit","name":"small","repetitions":2,"security":80,"seed":7,"suts":["naive"],"version":1,"warm_up":0}',7,80,'2026-11-29T02:37:36.324+00:00','2026-11-29T02:37:36.609+00:00','finished',0,1,'0.1.0','e6314c992e6365e1',23.8,'saved','{"baselines":{"chain":"0c622c294d459b59b43e2967fac5f1a7ba1b70795f16b34a7006f56a0a181e93","outcomes":{},"rows":6},"evaluations":{"chain":"dedc0539ab6c1afdcb312e36372140c121c214abbba10d0658983e7e9e0eb67b","outcomes":{"ok":12},"rows":12},"ingestions":{"chain":"eee2b0e276f122d35e45e37c51a97660c2d1943b12c483c1fe3531045072e7cf","outcomes":{"ok":3},"rows":3},"keys":{"chain":"55f89d54b65812206b4df19f9bec2432f4de47179638faec6fe471563fbb88fa","outcomes":{"ok":3},"rows":3},"probes":{"chain":"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855","outcomes":{},"rows":0},"run_circuits":{"chain":"4df0b900d6665f745f1d3942d08283396b10e5db29b357691f6f4c771f279068","outcomes":{},"rows":3},"suts":{"chain":"cbfb797344a7d68999477623e40464ea21fd9fb235979a65c64ad261cc103141","outcomes":{},"rows":1}}','{"affinity":"0-1","backend":"avx512","build_profile":"release","built_from":null,"commit":"108d0d742a01-modified","compiler":null,"governors":null,"kernels":"d5d50b85bdfdad42","threads":2,"version":"0.1.0"}','a41a3b6c9043ef4a83a355098453e4dc94b81d38e1cd864191b0feb049231ee9');
CREATE TABLE suts (
	run VARCHAR(64) NOT NULL, 
	sut VARCHAR(64) NOT NULL, 
	position INTEGER NOT NULL, 
	version TEXT, 
	library TEXT, 
	library_version TEXT, 
	scheme TEXT, 
	protocol INTEGER, 
	hello TEXT, 
	command TEXT NOT NULL, 
	twin_of VARCHAR(64), 
	isolation TEXT, 
	row_hash VARCHAR(64) NOT NULL, 
	CONSTRAINT pk_suts PRIMARY KEY (run, sut), 
	CONSTRAINT fk_suts_run FOREIGN KEY(run) REFERENCES runs (run)
);
INSERT INTO "suts" VALUES('20261129-023736-9be51d','naive',0,'1','none','0','clear',2,'{"client":{"library":"none","library_version":"0","limits":{},"name":"naive","protocol":2,"role":"client","scheme":"clear","spaces":["gf2","zt"],"version":"1"},"server":{"library":"none","library_version":"0","limits":{},"name":"naive","protocol":2,"role":"server","scheme":"clear","spaces":["gf2","zt"],"version":"1"}}','{"client":["client"],"cwd":null,"env":{},"handshake":"auto","server":["server"]}',NULL,'[{"client":{"files":{"state":"in-force"},"network":{"state":"refused","why":"EPERM"}},"server":{"files":{"state":"in-force"},"network":{"state":"refused","why":"EPERM"}}}]','b8519874b507259f4c02ede4cfc8349ffe0a974f1eb813d012d3c5b4c2df5530');
CREATE INDEX ix_keys_run_sut ON keys (run, sut);
COMMIT;
