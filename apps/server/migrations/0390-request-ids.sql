-- Request ids that the operator's clients have used. The digest tells a repeated request from another one that took its
-- id. Rows stay: as long as a client may repeat itself there is no time after which an id is free again, and they are few.
create table request_ids (
  request_id uuid primary key,
  digest text not null,
  created_at timestamptz not null default now()
);
