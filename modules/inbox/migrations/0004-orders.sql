-- Messages about orders that ended without their owner.
alter table inbox_message drop constraint inbox_message_kind_check;
alter table inbox_message add constraint inbox_message_kind_check
  check (kind in ('security', 'verification', 'support', 'alert', 'money', 'orders'));
