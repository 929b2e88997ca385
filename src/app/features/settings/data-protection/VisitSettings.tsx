import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ROLES } from '#contract/organisations/session'
import {
  getVisitSettings,
  MOST_NAMES_A_DAY,
  setVisitSettings,
  type VisitSettings,
} from '#contract/campaigns/visitSettings'
import { call } from '../../../api/call'
import { queryOptions } from '../../../api/queryOptions'
import { ownAccessQuery } from '../../../state/ownAccess'
import { ROLE_NAMES } from '../../../state/session'
import { Checkbox } from '../../../ui/checkbox/Checkbox'
import { notify } from '../../../ui/notify/notify'
import { TextField } from '../../../ui/text-field/TextField'
import styles from './DataProtection.module.css'
import { SettingsForm } from './SettingsForm'

export const visitSettingsQuery = queryOptions(getVisitSettings)

const isNamesADay = (text: string) => /^\d{1,3}$/.test(text.trim()) && Number(text) <= MOST_NAMES_A_DAY

/** Whether visit rounds are allowed, who gets names and addresses, and how many. */
export function VisitSettingsForm({ settings }: { settings: VisitSettings }) {
  const queryClient = useQueryClient()
  const [{ is_on: isOn, name_roles: roles, may_open_maps: mayOpenMaps }, setFields] = useState(settings)
  const [namesADay, setNamesADay] = useState(String(settings.names_a_day))
  const [isChecked, setIsChecked] = useState(false)
  const save = useMutation({
    mutationFn: () =>
      call(setVisitSettings, {
        body: { is_on: isOn, name_roles: roles, names_a_day: Number(namesADay), may_open_maps: mayOpenMaps },
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(visitSettingsQuery.queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: ownAccessQuery.queryKey })
      void notify.success('Saved. Rounds that are under way stay as they are.')
    },
  })
  const submit = () => {
    setIsChecked(true)
    if (isNamesADay(namesADay)) save.mutate()
  }
  return (
    <SettingsForm label="Visit rounds" onSubmit={submit} isPending={save.isPending} error={save.error}>
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
      <TextField
        label={`Households a day whose names each person gets, 0 to ${MOST_NAMES_A_DAY}`}
        inputMode="numeric"
        maxLength={3}
        isDisabled={!isOn}
        value={namesADay}
        onChange={setNamesADay}
        error={isChecked && !isNamesADay(namesADay) ? `Write a whole number from 0 to ${MOST_NAMES_A_DAY}.` : null}
      />
      <Checkbox
        isDisabled={!isOn}
        isSelected={mayOpenMaps}
        onChange={(next) => setFields((before) => ({ ...before, may_open_maps: next }))}
      >
        A visit’s postcode may be opened in Google Maps, which then learns it; never a name or a reference
      </Checkbox>
    </SettingsForm>
  )
}
