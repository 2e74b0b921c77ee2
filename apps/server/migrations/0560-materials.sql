-- Media of the material library are uploaded as files of a purpose of their own.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('avatar', 'certification', 'brand', 'dedupe-import', 'material'));

-- What agents send again and again: texts, pictures, recordings, videos and cards, in groups of the owner's order.
create table material_groups (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  name text not null,
  position int not null,
  created_at timestamptz not null default now(),
  primary key (workspace_id, id)
);
create unique index material_groups_name on material_groups (workspace_id, lower(name));
create table materials (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  group_id uuid,
  type text not null check (type in ('text', 'image', 'audio', 'video', 'card')),
  title text not null,
  text text not null default '',
  link text,
  file_id uuid,
  used int not null default 0,
  version int not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (workspace_id, id),
  foreign key (workspace_id, group_id) references material_groups (workspace_id, id) on delete set null (group_id),
  check ((type = 'card') = (link is not null)),
  check (type = 'card' or (type = 'text') = (file_id is null))
);
create index materials_group on materials (workspace_id, group_id);
-- A file belongs to one material, so that it goes with it.
create unique index materials_file on materials (workspace_id, file_id) where file_id is not null;
