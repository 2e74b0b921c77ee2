-- What many fans answer to is found by walking through the list in its order. To look at each fan's texts and tags on the way
-- took most of the time: an index of the list has neither. It has a bit now for each letter and each tag. Of a name's letters
-- few other texts have all, and few fans have any of the tags. `lettersOf` and `bitsOfTags` make the bits of a query.
-- Digits are left out, as most texts have them all.
create function letters_in(content text) returns int8 language sql immutable parallel safe
return (
  select coalesce(bit_or(1::int8 << (ascii(c) % 61)), 0) from string_to_table(content, null) as c
  where c collate "C" > '~' or c collate "C" between 'a' and 'z'
);

create function bits_of_tags(tags uuid[]) returns int8 language sql immutable parallel safe
return (select coalesce(bit_or(1::int8 << (get_byte(uuid_send(tag), 15) % 61)), 0) from unnest(tags) as tag);

alter table account_fans
  add column letters int8 not null generated always as
    (letters_in(lower(display_name || handle || platform_user_id || phone || alias || notes))) stored,
  add column tag_bits int8 not null generated always as (bits_of_tags(tag_ids)) stored;

drop index account_fans_type_grown, account_fans_type_active, account_fans_sub_account_grown, account_fans_sub_account_active,
  account_fans_account_grown, account_fans_account_active, account_fans_platform_grown, account_fans_platform_active;
create index account_fans_type_grown on account_fans (workspace_id, type, grown_at, id)
  include (sub_account_id, platform, last_active_at, letters, tag_bits) where type <> 'merged';
create index account_fans_type_active on account_fans (workspace_id, type, last_active_at, id)
  include (sub_account_id, platform, grown_at, letters, tag_bits) where type <> 'merged';
create index account_fans_sub_account_grown on account_fans (workspace_id, sub_account_id, grown_at, id)
  include (type, platform, last_active_at, letters, tag_bits) where type <> 'merged';
create index account_fans_sub_account_active on account_fans (workspace_id, sub_account_id, last_active_at, id)
  include (type, platform, grown_at, letters, tag_bits) where type <> 'merged';
create index account_fans_account_grown on account_fans (workspace_id, social_account_id, grown_at, id)
  include (letters, tag_bits) where type <> 'merged';
create index account_fans_account_active on account_fans (workspace_id, social_account_id, last_active_at, id)
  include (letters, tag_bits) where type <> 'merged';
create index account_fans_platform_grown on account_fans (workspace_id, platform, grown_at, id)
  include (letters, tag_bits) where type <> 'merged';
create index account_fans_platform_active on account_fans (workspace_id, platform, last_active_at, id)
  include (letters, tag_bits) where type <> 'merged';
