import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLES } from '#contract/organisations/session'
import { getVisitSettings, setVisitSettings, type VisitSettings } from '#contract/campaigns/visits'
import { call } from '../../../api/call'
import { queryOptions } from '../../../api/queryOptions'
import { ownAccessQuery } from '../../../state/ownAccess'
import { ROLE_NAMES } from '../../../state/session'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { notify } from '../../../ui/notify/notify'
import styles from './DataProtection.module.css'
import { SettingsForm } from './SettingsForm'

export const visitSettingsQuery = queryOptions(getVisitSettings)

/** Whether visit rounds are allowed, and who gets names and addresses. */
export function VisitSettingsForm({ settings }: { settings: VisitSettings }) {
  const queryClient = useQueryClient()
  const [{ is_on: isOn, name_roles: roles }, setFields] = useState(settings)
  const save = useMutation({
    mutationFn: () => call(setVisitSettings, { body: { is_on: isOn, name_roles: roles } }),
    onSuccess: (saved) => {
      queryClient.setQueryData(visitSettingsQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ownAccessQuery.queryKey })
      void notify.success('Saved. Rounds that are under way stay as they are.')
    },
  })
  return (
    <SettingsForm label="Visit rounds" onSubmit={save.mutate} isPending={save.isPending} error={save.error}>
      <Checkbox isSelected={isOn} onChange={(next) => setFields((before) => ({ ...before, is_on: next }))}>
        Staff may load visit rounds
      </Checkbox>
      <fieldset className={styles.role} disabled={!isOn}>
        <legend>Names and addresses on a round, for</legend>
        {ROLES.map((role) => (
          <Checkbox
            key={role}
            isDisabled={!isOn}
            isSelected={roles.includes(role)}
            onChange={(isNamed) =>
              setFields((before) => ({
                ...before,
                name_roles: ROLES.filter((one) => (one === role ? isNamed : before.name_roles.includes(one))),
              }))
            }
          >
            {ROLE_NAMES[role]}
          </Checkbox>
        ))}
      </fieldset>
    </SettingsForm>
  )
}
