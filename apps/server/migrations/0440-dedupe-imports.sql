-- Deleted libraries keep their row, because verdicts name them; they are disabled, and their entries go piece by piece.
alter table dedupe_libraries add column deleted_at timestamptz;
create index dedupe_library_sub_accounts_own on dedupe_library_sub_accounts (workspace_id, sub_account_id);

alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check
  check (purpose in ('avatar', 'certification', 'brand', 'dedupe-import'));

-- `rows_read` is the position: it moves in the transaction that stores the rows before it.
create table dedupe_imports (
  workspace_id uuid not null references workspaces (id),
  id uuid not null,
  library_id uuid not null,
  file_id uuid not null,
  file_name text not null,
  format text not null check (format in ('text', 'xlsx')),
  encoding text not null check (encoding in ('utf-8', 'utf-16le', 'utf-16be', 'gb18030')),
  delimiter text not null check (delimiter in ('none', 'comma', 'semicolon', 'tab', 'pipe')),
  header boolean not null,
  key_column int not null,
  state text not null check (state in ('running', 'done', 'cancelled', 'failed')),
  failure text check (failure in ('unreadable', 'too-many-rows', 'library-full', 'interrupted')),
  rows_read int not null default 0,
  added int not null default 0,
  existing int not null default 0,
  faulty int not null default 0,
  progress real not null default 0,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  primary key (workspace_id, id),
  foreign key (workspace_id, library_id) references dedupe_libraries (workspace_id, id)
);
create unique index dedupe_imports_running on dedupe_imports (workspace_id) where state = 'running';
create index dedupe_imports_library on dedupe_imports (workspace_id, library_id);

-- The first thousand rows that an import did not take.
create table dedupe_import_faults (
  workspace_id uuid not null,
  import_id uuid not null,
  line int not null,
  text text not null,
  fault text not null check (fault in ('empty', 'too-long', 'encoding', 'quote', 'rounded', 'unprintable')),
  primary key (workspace_id, import_id, line),
  foreign key (workspace_id, import_id) references dedupe_imports (workspace_id, id) on delete cascade
);
