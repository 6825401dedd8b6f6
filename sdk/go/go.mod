module pitanga-pay.alt/pitanga

go 1.24
