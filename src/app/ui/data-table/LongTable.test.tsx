import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { LongTable, MissingRows } from './LongTable'
import { DataRows, type DataColumn } from './rows'

const COLUMNS: readonly DataColumn<number>[] = [
  { id: 'row', heading: 'Row', cell: (row) => <button type="button">{`Row ${row}`}</button> },
  { id: 'twice', heading: 'Twice', cell: (row) => row * 2 },
]

/** 20,000 rows in pages of 50, the tenth of which is on its way. */
function Rows({ total = 20_000, list = 'all' }: { total?: number; list?: string }) {
  return (
    <LongTable
      caption="Rows"
      columns={COLUMNS}
      total={total}
      rowsAPage={50}
      label="Pages of rows"
      empty="No rows"
      list={list}
    >
      {(page, height) =>
        page === 10 ? (
          <MissingRows columns={2} height={height}>
            Loading page 10
          </MissingRows>
        ) : (
          <DataRows
            columns={COLUMNS}
            first={(page - 1) * 50}
            keyOf={(row) => row}
            rows={Array.from({ length: Math.min(50, total - (page - 1) * 50) }, (_, row) => (page - 1) * 50 + row + 1)}
          />
        )
      }
    </LongTable>
  )
}

const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1)
/** The places of the first and the last row in the document, and how many there are. */
const places = () => [
  rows()[0]?.getAttribute('aria-rowindex'),
  rows().at(-1)?.getAttribute('aria-rowindex'),
  rows().length,
]
/** jsdom has no layout: a row is as high as is assumed before one is drawn. */
const scrollTo = (row: number) => fireEvent.scroll(screen.getByRole('group'), { target: { scrollTop: row * 48 } })

test('keeps whole pages around what is in view in the document, each row at its place among all', () => {
  render(<Rows />)
  expect(screen.getByRole('table').getAttribute('aria-rowcount')).toBe('20001')
  expect(places()).toEqual(['2', '101', 100])
  scrollTo(10_010)
  expect(places()).toEqual(['9952', '10101', 150])
  expect(screen.getByRole('status').textContent).toBe('10,001 to 10,050 of 20,000')
  scrollTo(0)
  expect(places()).toEqual(['2', '101', 100])
})

test('begins with the page that is gone to, and with the first one of another list', async () => {
  const { rerender } = render(<Rows />)
  await userEvent.type(screen.getByRole('textbox', { name: 'Go to page, of 400' }), '201{Enter}')
  expect(places()).toEqual(['10002', '10101', 100])
  await userEvent.click(screen.getByRole('button', { name: 'Last page' }))
  expect(places()).toEqual(['19952', '20001', 50])
  rerender(<Rows list="others" total={60} />)
  expect(places()).toEqual(['2', '61', 60])
  expect(screen.getByRole('status').textContent).toBe('1 to 50 of 60')
})

test('keeps the row that has the focus, however far it is scrolled away', async () => {
  render(<Rows />)
  await userEvent.click(screen.getByRole('button', { name: 'Row 7' }))
  scrollTo(10_010)
  expect(document.activeElement?.textContent).toBe('Row 7')
  expect(rows()).toHaveLength(200)
  await userEvent.tab()
  expect(document.activeElement?.textContent).toBe('Row 8')
})

test('says what is on its way, and when there is nothing', () => {
  const { rerender } = render(<Rows />)
  scrollTo(450)
  expect(screen.getByText('Loading page 10').parentElement?.style.height).toBe('2400px')
  rerender(<Rows total={0} />)
  expect(rows().map(({ textContent }) => textContent)).toEqual(['No rows'])
})
