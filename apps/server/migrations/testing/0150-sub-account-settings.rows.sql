update sub_accounts set platforms = '{telegram,xmpp}', port_mode = 'fixed', port_limit = 0, multi_device = false,
  profile_sharing = false, auto_reply = true, auto_reply_text = '您好 👋', session_archive = false,
  save_chat_history = false, version = 7
where account_name = 'anasecond';

insert into sub_accounts (workspace_id, id, account_name, password_hash, remark, status, created_at) values
  ('b0000000-0000-7000-8000-000000000000', 'b3000000-0000-7000-8000-000000000002', 'bodeleted', 'none', 'Night shift', 'deleted', '2026-03-02T08:00:00Z');
insert into character_accounts (workspace_id, account_id) values
  ('b0000000-0000-7000-8000-000000000000', 'b3000000-0000-7000-8000-000000000002');
