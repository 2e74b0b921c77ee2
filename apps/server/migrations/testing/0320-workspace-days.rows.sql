-- Moved from New York to Shanghai and on to Lisbon.
update workspaces set time_zone = 'Europe/Lisbon', zone_since = '2026-03-01T16:00:00Z', zone_first_day = '2026-03-02'
where id = 'a0000000-0000-7000-8000-000000000000';
insert into workspace_past_zones (workspace_id, until, time_zone, first_day) values
  ('a0000000-0000-7000-8000-000000000000', '2026-02-01T12:00:00Z', 'America/New_York', null),
  ('a0000000-0000-7000-8000-000000000000', '2026-03-01T16:00:00Z', 'Asia/Shanghai', '2026-02-01');
-- And one that moved once.
update workspaces set time_zone = 'America/Halifax', zone_since = '2026-03-05T12:00:00Z', zone_first_day = '2026-03-05'
where id = 'b0000000-0000-7000-8000-000000000000';
insert into workspace_past_zones (workspace_id, until, time_zone, first_day) values
  ('b0000000-0000-7000-8000-000000000000', '2026-03-05T12:00:00Z', 'America/St_Johns', null);
