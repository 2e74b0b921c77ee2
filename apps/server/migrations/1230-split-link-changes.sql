-- Server processes keep the split links that visitors use. Whatever decides where a link leads is announced, workspace by
-- workspace, by the transaction that changes it: here and not in the code of eight tables' owners, so that no statement can
-- forget it. Columns that change with each visit are left out.
create function announce_split_links() returns trigger language plpgsql as $$
declare
  changed uuid := case tg_op when 'DELETE' then old.workspace_id else new.workspace_id end;
begin
  -- Commits that notify wait for each other: those of workspaces without split links need not.
  if exists (select from split_links l where l.workspace_id = changed) then
    perform pg_notify('split-links:changed', changed::text);
  end if;
  return null;
end $$;

create function announce_split_targets() returns trigger language plpgsql as $$
begin
  perform pg_notify('split-links:changed', c.workspace_id::text) from (select distinct workspace_id from changed) c;
  return null;
end $$;

create trigger split_links_announced after update of platform, eligibility, mode, binds_address, tracks_fans, device, regions,
    default_url, page_text, preview_title, preview_text, preview_image_url, enabled, expires_at, version, deleted_at
  on split_links for each row when (old.* is distinct from new.*) execute function announce_split_links();

-- By the statement: a link is made with up to hundreds of targets.
create trigger split_targets_added after insert on split_targets referencing new table as changed
  for each statement execute function announce_split_targets();
create trigger split_targets_removed after delete on split_targets referencing old table as changed
  for each statement execute function announce_split_targets();
create trigger split_targets_announced after update of place, url, social_account_id, weight, daily_cap, enabled, followed
  on split_targets for each row when (old.* is distinct from new.*) execute function announce_split_links();

create trigger split_link_settings_announced after insert or update or delete on split_link_settings
  for each row execute function announce_split_links();
create trigger split_sources_announced after insert or update or delete on split_sources
  for each row execute function announce_split_links();
create trigger split_source_accounts_announced after insert or update or delete on split_source_accounts
  for each row execute function announce_split_links();

create trigger social_accounts_connected after insert on social_accounts
  for each row execute function announce_split_links();
create trigger social_accounts_announced after update of sub_account_id, platform, enabled, state, public_link, deleted_at
  on social_accounts for each row
  when ((old.sub_account_id, old.platform, old.enabled, old.state = 'online', old.public_link, old.deleted_at)
    is distinct from (new.sub_account_id, new.platform, new.enabled, new.state = 'online', new.public_link, new.deleted_at))
  execute function announce_split_links();
create trigger sub_accounts_announced after update of status on sub_accounts
  for each row when (old.status is distinct from new.status) execute function announce_split_links();
create trigger work_orders_announced after update of status, platform, sub_account_id on work_orders
  for each row
  when ((old.status, old.platform, old.sub_account_id) is distinct from (new.status, new.platform, new.sub_account_id))
  execute function announce_split_links();
create trigger work_orders_removed after delete on work_orders
  for each row execute function announce_split_links();
