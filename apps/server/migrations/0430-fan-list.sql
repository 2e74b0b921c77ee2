create table fan_tags (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  -- A name of the palette.
  colour text not null,
  -- The rows of account_fans that have it.
  uses int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index fan_tags_name on fan_tags (workspace_id, lower(name));

-- What a search looks through, in lower case, one row for each of account_fans. A table of its own: rows of account_fans
-- change with each activity, and each time all their index entries would be written again.
create table fan_texts (
  workspace_id uuid not null,
  id uuid not null,
  content text not null,
  primary key (workspace_id, id),
  foreign key (workspace_id, id) references account_fans (workspace_id, id) on delete cascade
);

create function fan_text(a account_fans) returns text language sql immutable parallel safe
begin atomic
  select lower(concat_ws(E'\n', a.display_name, nullif(a.handle, ''), a.platform_user_id, nullif(a.phone, ''),
    nullif(a.alias, ''), nullif(a.notes, '')));
end;

-- The pieces by which a text in lower case is found: of words in ASCII every three characters in a row, and the first one and
-- two; of all other characters each, and every two in a row. Indexes of this kind know no workspaces: each piece says of
-- which it is. pg_trgm sees no letters but ASCII where the database's locale is C. `gramsOf` makes those of a query.
create function search_grams(workspace uuid, content text) returns text[] language plpgsql immutable parallel safe as $$
declare
  prefix text := right(workspace::text, 6);
  grams text[] := '{}';
  before text := '';
  last text := '';
  -- The character's place in a word of ASCII, from 1; 0: between words; -1: in a run of others.
  place int := 0;
  c text;
begin
  foreach c in array string_to_array(content, null) loop
    if c collate "C" > '~' then
      grams := grams || (prefix || c);
      if place < 0 then grams := grams || (prefix || last || c); end if;
      place := -1;
    elsif c collate "C" between 'a' and 'z' or c collate "C" between '0' and '9' then
      place := greatest(place, 0) + 1;
      if place = 1 then grams := grams || (prefix || ' ' || c);
      elsif place = 2 then grams := grams || (prefix || ' ' || last || c);
      else grams := grams || (prefix || before || last || c); end if;
    else
      place := 0;
    end if;
    before := last;
    last := c;
  end loop;
  return grams;
end $$;

create function keep_fan_texts() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into fan_texts select a.workspace_id, a.id, fan_text(a) from added a
    on conflict (workspace_id, id) do update set content = excluded.content;
  else
    update fan_texts set content = fan_text(new) where workspace_id = new.workspace_id and id = new.id;
  end if;
  return null;
end $$;
create trigger account_fans_text_added after insert on account_fans referencing new table as added
  for each statement execute function keep_fan_texts();
create trigger account_fans_text_changed after update on account_fans for each row
  when (old.display_name <> new.display_name or old.handle <> new.handle or old.platform_user_id <> new.platform_user_id
    or old.phone <> new.phone or old.alias <> new.alias or old.notes <> new.notes)
  execute function keep_fan_texts();

create function uncount_fan_tags() returns trigger language plpgsql as $$
begin
  update fan_tags t set uses = t.uses - d.uses
  from (select workspace_id, unnest(tag_ids) as tag_id, count(*) as uses from removed where tag_ids <> '{}' group by 1, 2
    order by 1, 2) d
  where t.workspace_id = d.workspace_id and t.id = d.tag_id;
  return null;
end $$;
create trigger account_fans_uncounted after delete on account_fans referencing old table as removed
  for each statement execute function uncount_fan_tags();

insert into fan_texts select a.workspace_id, a.id, fan_text(a) from account_fans a;
create index fan_texts_grams on fan_texts using gin (search_grams(workspace_id, content));
alter index fan_texts_grams alter column 1 set statistics 400;

-- Each order of the list, led by what narrows it most. Types and sub-accounts are asked with everything else, and find the
-- rest in the index.
create index account_fans_type_grown on account_fans (workspace_id, type, grown_at, id)
  include (sub_account_id, platform, last_active_at) where type <> 'merged';
create index account_fans_type_active on account_fans (workspace_id, type, last_active_at, id)
  include (sub_account_id, platform, grown_at) where type <> 'merged';
create index account_fans_sub_account_grown on account_fans (workspace_id, sub_account_id, grown_at, id)
  include (type, platform, last_active_at) where type <> 'merged';
create index account_fans_sub_account_active on account_fans (workspace_id, sub_account_id, last_active_at, id)
  include (type, platform, grown_at) where type <> 'merged';
create index account_fans_account_grown on account_fans (workspace_id, social_account_id, grown_at, id)
  where type <> 'merged';
create index account_fans_account_active on account_fans (workspace_id, social_account_id, last_active_at, id)
  where type <> 'merged';
create index account_fans_platform_grown on account_fans (workspace_id, platform, grown_at, id) where type <> 'merged';
create index account_fans_platform_active on account_fans (workspace_id, platform, last_active_at, id)
  where type <> 'merged';
create index account_fans_tags on account_fans using gin (tag_ids);

-- The first session of a social account.
create index past_sessions_first on past_sessions (workspace_id, social_account_id, started_at);
