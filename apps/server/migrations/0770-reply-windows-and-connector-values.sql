-- The platform's time of the customer's last message. Null: none since this column is here.
alter table conversations add customer_wrote_at timestamptz;

-- What a connector keeps of an account beyond its process, under the names that it gives.
create table connector_values (
  workspace_id uuid not null,
  social_account_id uuid not null,
  key text not null,
  value text not null,
  primary key (workspace_id, social_account_id, key)
);
