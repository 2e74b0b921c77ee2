update messages set author_name = 'Ana 🌙 李娜' where id = (
  select id from messages where workspace_id = 'a0000000-0000-7000-8000-000000000000' and direction = 'out' order by id limit 1);
