update social_accounts set app_id = '1158201444.app-1', own_app = true where id = 'a9000000-0000-7000-8000-000000000002';
update social_accounts set app_id = '1158201444.app-1' where id = 'b9000000-0000-7000-8000-000000000002';
