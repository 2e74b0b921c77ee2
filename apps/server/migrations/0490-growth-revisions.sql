-- What was counted on a day that is over stays, until verdicts are deleted: then this number rises, and with it everything
-- ends that was kept of closed days in a server's memory.
create table fan_growth_revisions (
  workspace_id uuid primary key references workspaces (id),
  revision bigint not null
);

create function raise_growth_revision() returns trigger language plpgsql as $$
begin
  insert into fan_growth_revisions as r
  select distinct c.workspace_id, 1 from changed c order by 1
  on conflict (workspace_id) do update set revision = r.revision + 1;
  return null;
end $$;
create trigger fan_verdicts_lost after delete on fan_verdicts referencing old table as changed
  for each statement execute function raise_growth_revision();
create trigger fan_corrections_lost after delete on fan_corrections referencing old table as changed
  for each statement execute function raise_growth_revision();
