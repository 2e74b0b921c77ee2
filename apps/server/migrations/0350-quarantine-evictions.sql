-- Messages that were dropped from the quarantine because an account had too many there.
alter table social_accounts add column quarantine_evicted int not null default 0;
