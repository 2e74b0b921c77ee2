update messages set withheld = true where id = 'ad000000-0000-7000-8000-000000000001';
