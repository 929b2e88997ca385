-- With the other references of a list that went out, its fingerprint would tell which guess is the erased household.
-- Nothing compares it any more; from now on an erasure makes it anew.
update campaigns set recipients_hash = encode(sha256(convert_to(recipients_hash || gen_random_uuid(), 'UTF8')), 'hex')
where run_at is not null and exists (
  select from recipients where recipients.campaign_id = campaigns.id and household_reference like 'erased %'
);
