import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts'
// First: this drawing's styles win.
import bars from './BarDrawing.module.css'
import styles from './ArmsDrawing.module.css'

export interface ArmsDrawingProps {
  /** Percentages that claim. */
  data: readonly { month: string; contacted: number; heldOut: number }[]
  /** First month after the hold-out's end. */
  releasedBy: string | undefined
}

/** Both arms' rates; a separate file, to load recharts lazily. */
export default function ArmsDrawing({ data, releasedBy }: ArmsDrawingProps) {
  return (
    <div className={`${bars.drawing} ${styles.drawing}`}>
      <ResponsiveContainer width="100%" height="100%">
        <LineChart data={[...data]} accessibilityLayer={false} margin={{ top: 24, right: 24, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} />
          <XAxis
            dataKey="month"
            tickLine={false}
            interval="equidistantPreserveStart"
            padding={{ left: 16, right: 16 }}
          />
          <YAxis
            width={44}
            domain={[0, 'auto']}
            tickFormatter={(rate) => `${rate}%`}
            tickLine={false}
            axisLine={false}
          />
          {releasedBy === undefined ? null : (
            <ReferenceLine x={releasedBy} label={{ value: 'Hold-out over', position: 'top' }} />
          )}
          <Line dataKey="contacted" stroke="var(--color-chart-bar)" strokeWidth={3} isAnimationActive={false} />
          <Line
            dataKey="heldOut"
            stroke="var(--color-muted)"
            strokeDasharray="6 4"
            strokeWidth={3}
            isAnimationActive={false}
          />
        </LineChart>
      </ResponsiveContainer>
    </div>
  )
}
