update social_accounts set quarantine_evicted = 3 where id = 'a9000000-0000-7000-8000-000000000002';
