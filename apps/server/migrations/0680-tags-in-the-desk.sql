-- The desk's list by the tags of fans: from few tagged fans to their conversations, and the tags that fans have.
create index conversations_fan on conversations (workspace_id, fan_id) where fan_id is not null;
create index account_fans_tagged on account_fans (workspace_id, social_account_id)
  where tag_ids <> '{}' and type <> 'merged';
