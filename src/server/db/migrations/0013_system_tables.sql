-- What belongs to no organisation is the system's alone: no row-level security keeps these apart, and who answers
-- requests needs neither. The simulator's ledger holds the numbers of every organisation's demo messages.
revoke all on sending_allowance, simulated_messages from doorstep_app;
