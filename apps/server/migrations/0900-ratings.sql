-- Closings after which a website's visitor was asked for a rating, and the ratings.
create table ratings (
  workspace_id uuid not null,
  id uuid not null,
  conversation_id uuid not null,
  social_account_id uuid not null,
  -- Whose the conversation was when it was closed.
  sub_account_id uuid not null,
  -- The names that people at the desk had given: the one who closed it, and the one whose message was the last.
  closed_by text,
  agent_name text,
  asked_at timestamptz not null,
  -- The conversation's number of the closing: one request for each, and messages after it overtake the request.
  asked_seq bigint not null,
  dismissed_at timestamptz,
  -- Null: not answered.
  score smallint check (score between 1 and 5),
  comment text,
  -- Of the visitor's browser.
  language text,
  rated_at timestamptz,
  primary key (workspace_id, id),
  unique (workspace_id, conversation_id, asked_seq),
  foreign key (workspace_id, conversation_id) references conversations (workspace_id, id) on delete cascade,
  check ((score is null) = (rated_at is null) and (comment is null or score is not null))
);
-- Lists show those that were answered, the last closing first.
create index ratings_asked on ratings (workspace_id, asked_at desc, id desc) where score is not null;
create index ratings_score on ratings (workspace_id, score, asked_at desc, id desc) where score is not null;
create index ratings_comment on ratings (workspace_id, asked_at desc, id desc) where comment is not null;
create index ratings_sub_account on ratings (workspace_id, sub_account_id, asked_at desc, id desc);
create index ratings_social_account on ratings (workspace_id, social_account_id, asked_at desc, id desc);
-- A score that is rare, or that nobody gave there, would be looked for through all rows.
create index ratings_comment_score on ratings (workspace_id, score, asked_at desc, id desc) where comment is not null;
create index ratings_sub_account_score on ratings (workspace_id, sub_account_id, score, asked_at desc, id desc)
  where score is not null;
create index ratings_social_account_score on ratings (workspace_id, social_account_id, score, asked_at desc, id desc)
  where score is not null;
-- Comments that have grown older than chat history is kept.
create index ratings_comments_aged on ratings (workspace_id, rated_at) where comment is not null;

-- The sums, by the day of the closing in the workspace's calendar; kept by triggers, so that they can't be forgotten and
-- a deletion takes away what it deletes. `commented`: how many of each score, 1 to 5, have a comment.
create table rating_days (
  workspace_id uuid not null,
  day date not null,
  sub_account_id uuid not null,
  social_account_id uuid not null,
  asked int not null,
  score_1 int not null,
  score_2 int not null,
  score_3 int not null,
  score_4 int not null,
  score_5 int not null,
  commented_1 int not null,
  commented_2 int not null,
  commented_3 int not null,
  commented_4 int not null,
  commented_5 int not null,
  primary key (workspace_id, day, sub_account_id, social_account_id)
);

create type rating_count as (
  workspace_id uuid, sub_account_id uuid, social_account_id uuid, asked_at timestamptz, score smallint, has_comment boolean,
  change int
);

-- Sorted, so that transactions which count for the same days wait for each other instead of deadlocking.
create function count_ratings(counts rating_count[]) returns void language sql as $$
  insert into rating_days as d
  select c.workspace_id, workspace_day(w, c.asked_at), c.sub_account_id, c.social_account_id, sum(change),
    coalesce(sum(change) filter (where score = 1), 0), coalesce(sum(change) filter (where score = 2), 0),
    coalesce(sum(change) filter (where score = 3), 0), coalesce(sum(change) filter (where score = 4), 0),
    coalesce(sum(change) filter (where score = 5), 0), coalesce(sum(change) filter (where score = 1 and has_comment), 0),
    coalesce(sum(change) filter (where score = 2 and has_comment), 0), coalesce(sum(change) filter (where score = 3 and has_comment), 0),
    coalesce(sum(change) filter (where score = 4 and has_comment), 0), coalesce(sum(change) filter (where score = 5 and has_comment), 0)
  from unnest(counts) c join workspaces w on w.id = c.workspace_id group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (workspace_id, day, sub_account_id, social_account_id) do update set
    asked = d.asked + excluded.asked,
    score_1 = d.score_1 + excluded.score_1, score_2 = d.score_2 + excluded.score_2,
    score_3 = d.score_3 + excluded.score_3, score_4 = d.score_4 + excluded.score_4,
    score_5 = d.score_5 + excluded.score_5, commented_1 = d.commented_1 + excluded.commented_1,
    commented_2 = d.commented_2 + excluded.commented_2, commented_3 = d.commented_3 + excluded.commented_3,
    commented_4 = d.commented_4 + excluded.commented_4, commented_5 = d.commented_5 + excluded.commented_5;
$$;

create function count_changed_ratings() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    perform count_ratings(array_agg(row(workspace_id, sub_account_id, social_account_id, asked_at, score,
      comment is not null, -1)::rating_count)) from before;
  end if;
  if tg_op <> 'DELETE' then
    perform count_ratings(array_agg(row(workspace_id, sub_account_id, social_account_id, asked_at, score,
      comment is not null, 1)::rating_count)) from after;
  end if;
  return null;
end $$;
create trigger ratings_counted after insert on ratings referencing new table as after
  for each statement execute function count_changed_ratings();
create trigger ratings_recounted after update on ratings referencing old table as before new table as after
  for each statement execute function count_changed_ratings();
create trigger ratings_uncounted after delete on ratings referencing old table as before
  for each statement execute function count_changed_ratings();
