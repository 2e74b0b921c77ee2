update social_accounts set muted_for = sub_account_id where id = 'a9000000-0000-7000-8000-000000000002';
