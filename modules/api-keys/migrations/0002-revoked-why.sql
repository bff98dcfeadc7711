-- Why a key was revoked when it was not by its owner, who is shown it for a while.
alter table api_key add column revoked_why text check (revoked_why in ('passwordReset')),
  add check (revoked_why is null or revoked_at is not null);

create index api_key_revoked_why on api_key (user_id, realm) where revoked_why is not null;
