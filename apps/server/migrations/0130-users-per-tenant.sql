-- drops: users_email
-- Its successor is users_email_at_tenant, which lets one address have an account at each tenant.
drop index users_email;
