-- Where a person is paid outside chains, as they have given it; '' where they have not. The API
-- never shows the numbers in full. They go with the account.
alter table person
  add column bank_name text not null default '',
  add column bank_number text not null default '',
  add column alipay_account text not null default '',
  add column weixin_nickname text not null default '',
  add column weixin_account text not null default '';
