-- What was done stays written: the role that answers requests adds to the audit log and reads it.
revoke update, delete on audit_entries from doorstep_app;
