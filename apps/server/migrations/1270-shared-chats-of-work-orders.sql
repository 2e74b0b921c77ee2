alter table work_order_shares add chat_history boolean not null default false;
