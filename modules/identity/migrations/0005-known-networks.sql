-- Beside browsers, the networks from which somebody has logged in to an account; the key is an HMAC.
alter table known_device add column is_network boolean not null default false;
