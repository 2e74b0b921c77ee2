-- Comments of ratings are searched, too: `message_id` is the rating's then.
alter table sensitive_word_records drop constraint sensitive_word_records_found_in_check;
alter table sensitive_word_records add constraint sensitive_word_records_found_in_check
  check (found_in in ('original', 'translation', 'comment'));
create index sensitive_word_records_comments on sensitive_word_records (workspace_id, created_at desc, id desc)
  where found_in = 'comment';
-- For the owner, who asked for it.
alter table ratings add comment_translation text, add comment_translation_language text;
