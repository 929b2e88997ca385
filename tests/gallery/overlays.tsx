import { useState } from 'react'
import { Button } from '../../src/app/ui/button/Button'
import { Dialog } from '../../src/app/ui/dialog/Dialog'
import { ConfirmDialog } from '../../src/app/ui/dialog/ConfirmDialog'
import { SideSheet } from '../../src/app/ui/sheet/SideSheet'
import { DataTable } from '../../src/app/ui/data-table/DataTable'

/** The dialog with its buttons, behind a button. */
export function ADialog() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open the dialog</Button>
      {isOpen ? (
        <Dialog
          title="Your filters"
          onClose={close}
          footer={
            <>
              <Button onPress={close}>Cancel</Button>
              <Button variant="primary" onPress={close}>
                Apply
              </Button>
            </>
          }
        >
          <p>What is to be chosen.</p>
        </Dialog>
      ) : null}
    </>
  )
}

/** A question that cannot be answered with yes, behind a button. */
export function AQuestion() {
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open the question</Button>
      {isOpen ? (
        <ConfirmDialog
          title="Delete this template?"
          no="Keep template"
          yes="Delete template"
          variant="danger"
          onNo={close}
          onYes={close}
          failure="An error occurred"
          whyNot="Deleting needs a connection. Doorstep cannot be reached."
        >
          <p>It is deleted for good.</p>
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** The sheet behind a button. */
export function ASheet() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button onPress={() => setIsOpen(true)}>Open the sheet</Button>
      <SideSheet label="Filters" isOpen={isOpen} onOpenChange={setIsOpen}>
        <Button onPress={() => setIsOpen(false)}>Close</Button>
      </SideSheet>
    </>
  )
}

interface Row {
  readonly name: string
  readonly count: number
}
/** What the table is shown with. */
export const ROWS: readonly Row[] = [
  { name: 'Harbour', count: 1204 },
  { name: 'Bryn Glas', count: 87 },
]

/** A table that can be sorted. */
export function ATable({ rows }: { rows: readonly Row[] }) {
  return (
    <DataTable
      caption={rows.length > 0 ? 'Wards' : 'No wards'}
      rows={rows}
      keyOf={({ name }) => name}
      initialOrder={{ column: 'name', direction: 'ascending' }}
      columns={[
        { id: 'name', heading: 'Ward', cell: ({ name }) => name, sortBy: ({ name }) => name },
        {
          id: 'count',
          heading: 'Households',
          cell: ({ count }) => count.toLocaleString('en-GB'),
          sortBy: ({ count }) => count,
          isNumber: true,
        },
      ]}
    />
  )
}
