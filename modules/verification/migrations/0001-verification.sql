-- Verification of people: what they sent, what became of it, and who looked. Times are milliseconds
-- since the epoch.

create table verification_case (
  case_id bigint generated always as identity primary key,
  user_id bigint not null,
  level text not null check (level in ('junior', 'senior', 'address')),
  status text not null check (status in ('review', 'approved', 'refused', 'expired')),
  -- ISO 3166-1 alpha-2, and the kind of the document.
  country text not null check (country ~ '^[A-Z]{2}$'),
  document_type smallint not null check (document_type between 1 and 5),
  -- HMAC of country, kind and number: who holds the database alone cannot try numbers.
  document_key bytea not null check (length(document_key) = 32),
  -- Name, number and address, encrypted; see platform/files.
  key_id text not null,
  wrapped_key bytea not null,
  sealed bytea not null,
  expires_on text check (expires_on ~ '^\d{4}-\d{2}-\d{2}$'),
  submitted_at bigint not null,
  deadline_at bigint not null,
  decided_at bigint,
  reasons jsonb not null default '[]',
  -- Who works on it, and until when nobody else may.
  claimed_by bigint,
  claimed_until bigint not null default 0,
  -- A prepared refusal (core/approval), with its id and reasons.
  proposal jsonb,
  check ((status = 'review') = (decided_at is null))
);

-- Nobody has two cases of a level that count.
create unique index verification_case_alive on verification_case (user_id, level)
  where status in ('review', 'approved');
-- One document, one person.
create unique index verification_one_document on verification_case (document_key)
  where level = 'junior' and status = 'approved';
create index verification_case_by_user on verification_case (user_id, case_id);
create index verification_case_by_document on verification_case (document_key);
create index verification_case_queue on verification_case (deadline_at) where status = 'review';
create index verification_case_expiry on verification_case (expires_on) where status = 'approved';

-- What was approved stays as it is; its time can only run out, and its key can be wrapped again.
create function verification_case_stays() returns trigger language plpgsql as $$
begin
  if old.status = 'approved' and (new.status not in ('approved', 'expired')
      or row(new.user_id, new.level, new.country, new.document_type, new.document_key, new.sealed,
             new.expires_on, new.submitted_at, new.decided_at)
        is distinct from
         row(old.user_id, old.level, old.country, old.document_type, old.document_key, old.sealed,
             old.expires_on, old.submitted_at, old.decided_at)) then
    raise exception 'an approved verification does not change';
  end if;
  return new;
end $$;

create trigger verification_case_stays before update on verification_case
  for each row execute function verification_case_stays();

create table verification_photo (
  photo_id bigint generated always as identity primary key,
  -- An object of platform/files. A picture that nothing was objected to is used again.
  object_id text not null,
  user_id bigint not null,
  slot text not null check (slot in ('front', 'back', 'signature', 'bill')),
  -- Null until it is submitted.
  case_id bigint references verification_case,
  width integer not null,
  height integer not null,
  size integer not null,
  likeness bit(256) not null,
  sent_at bigint not null
);

create unique index verification_photo_draft on verification_photo (user_id, slot)
  where case_id is null;
create unique index verification_photo_of_case on verification_photo (case_id, slot);

-- Everything that happened to cases, above all who looked at which picture.
create table verification_log (
  entry_id bigint generated always as identity primary key,
  user_id bigint not null,
  case_id bigint not null,
  level text not null,
  kind text not null check (kind in ('submitted', 'claimed', 'released', 'opened', 'viewed',
    'prepared', 'rejected', 'withdrawn', 'approved', 'refused', 'expired')),
  -- `person`, `staff:7`, `provider:name` or `system`.
  by text not null,
  detail text not null,
  at bigint not null,
  hash bytea not null check (length(hash) = 32)
);

create index verification_log_by_user on verification_log (user_id, entry_id);
create index verification_log_by_case on verification_log (case_id, entry_id);

create function verification_log_stays() returns trigger language plpgsql as $$
begin
  raise exception 'verification_log is append-only';
end $$;

create trigger verification_log_stays before update or delete on verification_log
  for each statement execute function verification_log_stays();
