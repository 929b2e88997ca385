import { Bar, BarChart, CartesianGrid, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import type { PensionCreditReport } from '#contract/results/reports'
import { figure } from '../../../lib/counts'
import styles from './BarDrawing.module.css'
import { axisFigure } from './wording'

/** Pixels; narrower for seven months on a phone. */
const BAR_WIDTH = 40
const AXIS_WIDTH = 44
/** A single claim must not fill the chart. */
const MIN_TOP = 4

export interface BarDrawingProps {
  data: PensionCreditReport['graph_details']['data']
  label: string
  isPlaceholder: boolean
}

/** The bars; a separate file, to load recharts lazily. */
export default function BarDrawing({ data, label, isPlaceholder }: BarDrawingProps) {
  const isLow = data.every(({ value }) => value <= MIN_TOP)
  return (
    <div className={styles.drawing}>
      <ResponsiveContainer width="100%" height="100%">
        <BarChart data={[...data]} accessibilityLayer={false} margin={{ top: 8, right: 8, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} />
          <XAxis dataKey="group" tickLine={false} interval="equidistantPreserveStart" />
          <YAxis
            width={AXIS_WIDTH}
            allowDecimals={false}
            domain={[0, isLow ? MIN_TOP : 'auto']}
            tickFormatter={axisFigure}
            tickLine={false}
            axisLine={false}
          />
          {isPlaceholder ? null : <Tooltip cursor={false} content={<Pointed counted={label} />} />}
          <Bar dataKey="value" name={label} maxBarSize={BAR_WIDTH} radius={[4, 4, 0, 0]} isAnimationActive={false} />
        </BarChart>
      </ResponsiveContainer>
    </div>
  )
}

interface PointedProps {
  counted: string
  active?: boolean
  payload?: readonly { readonly payload?: { readonly group: string; readonly value: number } }[]
}

function Pointed({ active = false, payload = [], counted }: PointedProps) {
  const bar = payload[0]?.payload
  if (!active || !bar) return null
  return (
    <p className={styles.tooltip}>
      <strong>{bar.group}</strong>
      {`${counted}: ${figure(bar.value)}`}
    </p>
  )
}
