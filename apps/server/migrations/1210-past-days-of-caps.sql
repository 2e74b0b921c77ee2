-- Days of targets with a cap are of no use once they are over: a nightly job finds them by this.
create index split_target_days_day on split_target_days (day);
