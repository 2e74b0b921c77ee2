update split_visit_tokens set social_account_id = 'a9000000-0000-7000-8000-000000000002' where workspace_id = 'a0000000-0000-7000-8000-000000000000';
