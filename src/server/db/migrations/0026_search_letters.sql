-- Ends with the letters of all words in one, among which one fast look finds what a search can be about at all.
create or replace function write_search_text() returns trigger language plpgsql set search_path = public as $$
declare
  name text := fold_for_search(concat_ws(' ', '', new.title, new.first_name, new.last_name, new.postcode,
    right(regexp_replace(new.mobile, '\D', '', 'g'), 10), new.household_reference, ''));
  place text := fold_for_search(concat_ws(' ', '', new.address_line_1, new.address_line_2, new.town, ''));
begin
  new.search_text := name || '|' || place || '|' || replace(name || place, ' ', '');
  return new;
end
$$;
--> statement-breakpoint
update contacts set search_text = '';
