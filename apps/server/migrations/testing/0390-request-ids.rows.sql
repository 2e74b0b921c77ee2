insert into request_ids (request_id, digest) values
  ('a9000000-0000-7000-8000-0000000000e1', 'c2hhMjU2'),
  ('a9000000-0000-7000-8000-0000000000e2', 'b3RoZXI');
