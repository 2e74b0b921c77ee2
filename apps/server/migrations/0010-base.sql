-- What the foundation itself keeps. Domain tables follow in files of their own.

-- Which queue workers belong to which server process. A worker that was killed leaves its jobs locked; the
-- next process finds its row stale and gives them back (see base/queue).
create table queue_workers (
  worker_id text primary key,
  process_id text not null,
  seen_at timestamptz not null default now()
);
create index queue_workers_seen on queue_workers (seen_at);

-- Every mail that Parley writes. Without SMTP_URL this is where the operator reads them.
create table mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  body text not null,
  state text not null check (state in ('kept', 'queued', 'sent', 'failed')),
  problem text,
  created_at timestamptz not null default now()
);
create index mails_newest on mails (created_at desc, id desc);
