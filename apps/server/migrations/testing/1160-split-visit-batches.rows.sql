insert into split_visit_batches (id, visits, size, set_aside) values
  ('ac9f0000-0000-7000-8000-000000000001', '[]', 1, false),
  ('ac9f0000-0000-7000-8000-000000000002', '[{"id": "‏"}]', 2, true);
