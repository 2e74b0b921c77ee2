-- Of the rows that one person has on a social account, the earliest is shown. Its name, alias, phone number, notes and tags
-- are those of the fan that was kept: rows exchange them. Null: the row's own; else those of another row.
alter table account_fans add details_of uuid;
