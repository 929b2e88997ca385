import { CartesianGrid, Line, LineChart, ReferenceLine, ResponsiveContainer, XAxis, YAxis } from 'recharts'
import styles from './ArmsDrawing.module.css'

export interface ArmsDrawingProps {
  /** Percentages of an arm's households that claim. */
  data: readonly { month: string; contacted: number; heldOut: number }[]
  /** The first month after the hold-out's end; undefined while it lasts. */
  releasedBy: string | undefined
}

/** The rates of both arms by month; a separate file, to load recharts with the first chart. */
export default function ArmsDrawing({ data, releasedBy }: ArmsDrawingProps) {
  return (
    <div className={styles.drawing}>
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
