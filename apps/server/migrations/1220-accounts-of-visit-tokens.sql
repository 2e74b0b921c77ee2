-- The account to which a visitor was led. The target forgets it with the account, or goes itself, while the visitor may still
-- write. Null: the target named none, or the visit is from before.
alter table split_visit_tokens add column social_account_id uuid;
