update files set width = 3, height = 2, preview_size = 120 where id = 'ab580000-0000-7000-8000-000000000001';
update files set duration_ms = 1500 where id = 'ab580000-0000-7000-8000-000000000002';
