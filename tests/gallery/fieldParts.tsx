import { House, MapPin } from 'lucide-react'
import { useState } from 'react'
import { Checkbox, CheckboxGroup } from '../../src/app/ui/checkbox/Checkbox'
import { Dropdown } from '../../src/app/ui/dropdown/Dropdown'
import { FileUpload } from '../../src/app/ui/file-field/FileUpload'
import { LetterFaults } from '../../src/app/ui/letter-faults/LetterFaults'
import { LetterGuide } from '../../src/app/ui/letter-guide/LetterGuide'
import { FileField } from '../../src/app/ui/file-field/FileField'
import { InfoTip } from '../../src/app/ui/info-tip/InfoTip'
import { NativeSelect, NativeTextField } from '../../src/app/ui/native-field/NativeFields'
import { RadioGroup } from '../../src/app/ui/radio-group/RadioGroup'
import { RangeSlider } from '../../src/app/ui/range-slider/RangeSlider'
import { SearchList } from '../../src/app/ui/search-list/SearchList'
import { Select } from '../../src/app/ui/select/Select'
import { LimitedTextField } from '../../src/app/ui/text-field/LimitedTextField'
import { TextArea } from '../../src/app/ui/text-field/TextArea'
import { TextField } from '../../src/app/ui/text-field/TextField'
import { ToggleCard } from '../../src/app/ui/toggle-card/ToggleCard'
import { ToggleGroup } from '../../src/app/ui/toggle-group/ToggleGroup'
import type { GalleryPart } from './galleryPart'

const TENURES = [
  { id: 'owned', label: 'Owned' },
  { id: 'rented', label: 'Rented' },
] as const

function ASelect({ error }: { error?: string }) {
  const [value, setValue] = useState<'owned' | 'rented' | null>(null)
  return (
    <Select
      label="Tenure"
      placeholder="Select a tenure"
      options={TENURES}
      value={value}
      onChange={setValue}
      error={error}
    />
  )
}

function ARadioGroup() {
  const [value, setValue] = useState<'owned' | 'rented' | null>('owned')
  return <RadioGroup label="Tenure" options={TENURES} value={value} onChange={setValue} />
}

function ASlider({ isDisabled = false }: { isDisabled?: boolean }) {
  const [value, setValue] = useState<[number, number]>([120, 480])
  return (
    <RangeSlider
      label="Weekly income"
      minValue={0}
      maxValue={1000}
      value={value}
      onChangeEnd={setValue}
      format={(pounds) => `£${pounds}`}
      isDisabled={isDisabled}
    />
  )
}

function AToggle() {
  const [value, setValue] = useState<'household' | 'ward'>('household')
  return (
    <ToggleGroup
      label="Map view"
      value={value}
      onChange={setValue}
      options={[
        { id: 'household', label: 'Household map', icon: <House aria-hidden /> },
        { id: 'ward', label: 'Ward map', icon: <MapPin aria-hidden /> },
      ]}
    />
  )
}

function ACheckboxGroup() {
  const [value, setValue] = useState<string[]>(['rented'])
  const options = TENURES.map(({ id, label }) => ({ value: id, label }))
  return <CheckboxGroup label="Tenure" options={options} value={value} onChange={setValue} />
}

function ASearchList() {
  const [query, setQuery] = useState('')
  const options = TENURES.map(({ id, label }) => ({ id, label, detail: 'Housing' }))
  return (
    <SearchList
      label="Find a filter"
      placeholder="Search for a filter..."
      options={options}
      query={query}
      onQueryChange={setQuery}
      onChoose={() => {}}
      emptyText="No filter found"
    />
  )
}

/** The parts that take something in. */
export const fieldParts: readonly GalleryPart[] = [
  {
    part: 'text-field',
    states: [
      { state: 'empty', show: <TextField label="Name" placeholder="Northmere winter" /> },
      {
        state: 'with words behind a button',
        show: <TextField label="Title" labelAside={<InfoTip subject="Title">As in the list</InfoTip>} />,
      },
      { state: 'invalid', show: <TextField label="Minimum" defaultValue="12x" error="Must be a valid number." /> },
      { state: 'disabled', show: <TextField label="Role" defaultValue="Viewer" isDisabled /> },
      {
        state: 'several lines',
        show: <TextArea label="Message" rows={3} value="Dear ((first_name))" onChange={() => {}} />,
      },
      {
        state: 'at its limit',
        show: (
          <LimitedTextField
            label="Name"
            value="Winter"
            onChange={() => {}}
            limit={6}
            atLimit="Names have 6 characters at most."
          />
        ),
      },
    ],
  },
  {
    part: 'native-field',
    states: [
      { state: 'empty', show: <NativeTextField label="Email" placeholder="Enter your email address" error={null} /> },
      {
        state: 'invalid',
        show: <NativeTextField label="Email address" defaultValue="a@" error="Please enter a valid email address" />,
      },
      {
        state: 'select',
        show: (
          <NativeSelect label="Organisation" error={null} defaultValue="">
            <option value="">Select your organisation</option>
          </NativeSelect>
        ),
      },
    ],
  },
  {
    part: 'select',
    states: [
      { state: 'nothing chosen', show: <ASelect /> },
      { state: 'invalid', show: <ASelect error="Choose a tenure" /> },
    ],
  },
  { part: 'search-list', states: [{ state: 'closed; opens on focus', show: <ASearchList /> }] },
  {
    part: 'dropdown',
    states: [
      {
        state: 'nothing chosen',
        show: (
          <Dropdown label="Tenures" summary="" placeholder="Select tenures">
            <Checkbox>Owned</Checkbox>
          </Dropdown>
        ),
      },
      {
        state: 'two chosen',
        show: (
          <Dropdown label="Housing" summary="Owned, Rented" placeholder="">
            <Checkbox>Owned</Checkbox>
          </Dropdown>
        ),
      },
    ],
  },
  {
    part: 'checkbox',
    states: [
      { state: 'off', show: <Checkbox>Rented</Checkbox> },
      { state: 'on', show: <Checkbox defaultSelected>Rented from the council</Checkbox> },
      { state: 'disabled', show: <Checkbox isDisabled>Not known</Checkbox> },
      { state: 'group', show: <ACheckboxGroup /> },
    ],
  },
  {
    part: 'range-slider',
    states: [
      { state: 'two thumbs', show: <ASlider /> },
      { state: 'disabled', show: <ASlider isDisabled /> },
    ],
  },
  { part: 'radio-group', states: [{ state: 'one of two', show: <ARadioGroup /> }] },
  {
    part: 'letter-faults',
    states: [
      {
        state: 'online and offline',
        show: (
          <LetterFaults
            faults={[
              { words: '«Name» is not filled in. Write a placeholder instead.', line: 'Dear «Name»,' },
              { words: 'The pages of the letter are not A4, upright.', line: null },
            ]}
            pages={[]}
          />
        ),
      },
    ],
  },
  {
    part: 'letter-guide',
    states: [
      {
        state: 'closed',
        show: (
          <LetterGuide
            page={{ width: 210, height: 297 }}
            zones={[{ name: 'Text', left: 15, right: 195, top: 95, bottom: 292 }]}
            placeholders={[{ name: 'first_name', becomes: 'The first name' }]}
            downloads={[{ href: '/letter.docx', label: 'An example (Word)' }]}
          />
        ),
      },
    ],
  },
  {
    part: 'file-field',
    states: [
      {
        state: 'empty',
        show: <FileField label="Document" description="At most 10 MB" accept=".docx" onPick={() => {}} />,
      },
      {
        state: 'invalid',
        show: <FileField label="Letter" accept=".docx" error="No file provided" onPick={() => {}} />,
      },
      {
        state: 'uploading',
        show: (
          <FileUpload
            label="Upload"
            accept=".docx"
            upload={{ state: 'uploading', share: 0.4 }}
            whyNot={null}
            onPick={() => {}}
            onCancel={() => {}}
          />
        ),
      },
      { state: 'disabled', show: <FileField label="Document, later" accept=".docx" isDisabled onPick={() => {}} /> },
    ],
  },
  {
    part: 'toggle-card',
    states: [
      {
        state: 'not chosen',
        show: (
          <ToggleCard
            title="Template 1"
            detail="Dear Mrs Example, you may be missing out."
            isSelected={false}
            onPress={() => {}}
          />
        ),
      },
      {
        state: 'chosen',
        show: (
          <ToggleCard
            title="Template 2"
            detail="Annwyl Mrs Example, efallai eich bod yn colli allan."
            isSelected
            onPress={() => {}}
          />
        ),
      },
    ],
  },
  { part: 'toggle-group', states: [{ state: 'one of two', show: <AToggle /> }] },
]
